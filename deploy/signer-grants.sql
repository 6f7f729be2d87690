-- What the signer may read, and nothing else (docs/installation.md, docs/operations.md). The tables are made by the first start of the
-- server, or by a restore.
grant select on withdrawal, outgoing_transaction, wallet, setting to glasspool_signer;
grant select (id, locked_at) on "user" to glasspool_signer;
