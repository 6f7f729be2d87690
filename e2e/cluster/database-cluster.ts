// PostgreSQL on three hosts: Patroni on etcd, with strict synchronous replication, and HAProxy in front, which leads to the primary.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '@glasspool/db';
import { sql } from 'kysely';
import { findFreePort, type Host, LOOPBACK } from './hosts.ts';
import { getProgram } from './programs.ts';
import { Service, waitFor } from './service.ts';

const PASSWORD = 'of-test-tokens-only';
const DATABASE = 'glasspool';
/** Patroni's shortest lease, in seconds. A primary that is gone is replaced a few seconds after this time at the latest. */
const TTL_S = 20;
const STARTED_WITHIN_MS = 120_000;

interface Ports {
  readonly etcd: number;
  readonly etcdPeers: number;
  readonly rest: number;
  readonly postgres: number;
}

/** Host with one member of etcd and one of Patroni. */
export interface DatabaseNode {
  readonly host: Host;
  readonly etcd: Service;
  readonly patroni: Service;
  readonly ports: Ports;
  readonly dataDir: string;
}

interface ClusterOptions {
  readonly folder: string;
  readonly hosts: readonly Host[];
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
}

/** User that runs PostgreSQL, which refuses to run as root. Undefined when this process is not root. */
function getUser():
  | { uid: number; gid: number; wrap(command: readonly string[]): readonly string[] }
  | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = [readId('-u'), readId('-g')];
  return {
    uid,
    gid,
    wrap: (command) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...command],
  };
}

function readId(flag: string): number {
  const { stdout, status } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  if (status !== 0) throw new Error('There is no user postgres, whom the package of PostgreSQL makes.');
  return Number(stdout);
}

export class DatabaseCluster implements AsyncDisposable {
  readonly nodes: readonly DatabaseNode[];
  /** Address of the proxy, which leads to the current primary. */
  readonly url: `postgres://${string}`;
  /** HAProxy that leads to the primary. */
  readonly proxy: Service;
  readonly #port: number;

  private constructor(nodes: readonly DatabaseNode[], { proxy, port }: { proxy: Service; port: number }) {
    this.nodes = nodes;
    this.proxy = proxy;
    this.#port = port;
    this.url = this.#getUrl(DATABASE);
  }

  #getUrl(database: string): `postgres://${string}` {
    return `postgres://postgres:${PASSWORD}@${LOOPBACK}:${this.#port}/${database}`;
  }

  /** Starts all programs, and waits for a primary with a synchronous standby and for the pool's database. */
  static async start(options: ClusterOptions): Promise<DatabaseCluster> {
    // The user of PostgreSQL must be able to pass through to its own folders.
    chmodSync(options.folder, 0o711);
    const ports = await Promise.all(options.hosts.map(findPorts));
    const nodes = options.hosts.map((host, index) => makeNode({ ...options, index, ports, host }));
    const port = await findFreePort();
    const proxy = makeProxy(options.folder, { nodes, port });
    const cluster = new DatabaseCluster(nodes, { proxy, port });
    try {
      for (const { etcd } of nodes) etcd.start();
      for (const { patroni } of nodes) patroni.start();
      proxy.start();
      await waitFor('a primary with a synchronous standby', async () => (await cluster.findRoles()).isSafe, {
        timeoutMs: STARTED_WITHIN_MS,
        signal: options.signal,
      });
      await cluster.#createDatabase();
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The current primary; undefined during an election. */
  async findPrimary(): Promise<DatabaseNode | undefined> {
    return (await this.findRoles()).primary;
  }

  /** Finds the primary, and whether all other members follow it, one of them synchronously. */
  async findRoles(): Promise<{ primary: DatabaseNode | undefined; isSafe: boolean }> {
    const is = async (node: DatabaseNode, role: string): Promise<boolean> => {
      const url = `http://${node.host.address}:${node.ports.rest}/${role}`;
      return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
        ({ status }) => status === 200,
        () => false,
      );
    };
    const primaries = await Promise.all(this.nodes.map((node) => is(node, 'primary')));
    const standbys = await Promise.all(this.nodes.map((node) => is(node, 'synchronous')));
    const replicas = await Promise.all(this.nodes.map((node) => is(node, 'replica')));
    const primary = this.nodes[primaries.indexOf(true)];
    const areAllWell = replicas.filter(Boolean).length === this.nodes.length - 1;
    return { primary, isSafe: primary !== undefined && standbys.includes(true) && areAllWell };
  }

  /** Starts the killed programs of a node again. */
  async restart({ etcd, patroni }: DatabaseNode): Promise<void> {
    for (const service of [etcd, patroni]) if (!service.isRunning) service.start();
  }

  async #createDatabase(): Promise<void> {
    await waitFor('the database of the pool', async () => {
      await using database = new Database(() => this.#getUrl('postgres'));
      const db = database.untyped();
      const { rows } = await sql`select 1 from pg_database where datname = ${DATABASE}`.execute(db);
      if (rows.length === 0) await sql`create database ${sql.id(DATABASE)}`.execute(db);
      return true;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy.stop();
    // Patroni stops its PostgreSQL server too.
    await Promise.all(this.nodes.map(({ patroni }) => patroni.stop()));
    await Promise.all(this.nodes.map(({ etcd }) => etcd.kill()));
  }
}

async function findPorts(host: Host): Promise<Ports> {
  return {
    etcd: await host.findPort(2379),
    etcdPeers: await host.findPort(2380),
    rest: await host.findPort(8008),
    postgres: await host.findPort(5432),
  };
}

interface NodeParts extends ClusterOptions {
  readonly index: number;
  readonly host: Host;
  readonly ports: readonly Ports[];
}

function makeNode({ folder, hosts, index, host, ports }: NodeParts): DatabaseNode {
  const own = ports[index];
  if (own === undefined) throw new Error('Each host has its ports.');
  const user = getUser();
  const place = join(folder, host.name);
  mkdirSync(place, { recursive: true });
  if (user !== undefined) chownSync(place, user.uid, user.gid);
  chmodSync(place, 0o755);
  const members = hosts.map((one, number) => `${one.name}=http://${one.address}:${ports[number]?.etcdPeers}`);
  const clients = `http://${host.address}:${own.etcd}`;
  const peers = `http://${host.address}:${own.etcdPeers}`;
  const etcd = new Service({
    name: `etcd on ${host.name}`,
    logFile: join(folder, `etcd-${host.name}.log`),
    command: host.wrap([
      getProgram('etcd'),
      ...['--name', host.name, '--data-dir', join(folder, `etcd-${host.name}`)],
      ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--initial-cluster', members.join(','), '--initial-cluster-state', 'new', '--enable-v2=true'],
    ]),
  });
  const dataDir = join(place, 'data');
  const configFile = join(folder, `patroni-${host.name}.json`);
  const config = makePatroniConfig({ host, own, hosts, ports, dataDir, sockets: place });
  writeFileSync(configFile, JSON.stringify(config, null, 2));
  const run = [getProgram('patroni'), configFile];
  const patroni = new Service({
    name: `PostgreSQL on ${host.name}`,
    logFile: join(folder, `patroni-${host.name}.log`),
    command: host.wrap(user === undefined ? run : user.wrap(run)),
    cwd: place,
  });
  return { host, etcd, patroni, ports: own, dataDir };
}

function makePatroniConfig(parts: {
  host: Host;
  own: Ports;
  hosts: readonly Host[];
  ports: readonly Ports[];
  dataDir: string;
  sockets: string;
}): object {
  const { host, own, hosts, ports, dataDir, sockets } = parts;
  const login = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: 'glasspool',
    name: host.name,
    restapi: {
      listen: `${host.address}:${own.rest}`,
      connect_address: `${host.address}:${own.rest}`,
    },
    // Uses etcd's API 2, which compares before it sets. With API 3, Patroni 3.0.2 on a host that was cut off and comes back overwrites the
    // key of the new leader, and acknowledged writes are lost (patroni/dcs/etcd3.py, _update_leader).
    etcd: { hosts: hosts.map(({ address }, number) => `${address}:${ports[number]?.etcd}`) },
    bootstrap: {
      dcs: {
        ttl: TTL_S,
        loop_wait: 2,
        retry_timeout: 6,
        maximum_lag_on_failover: 0,
        // A commit is acknowledged only when two hosts have it: without a standby nothing is written.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            synchronous_commit: 'on',
            wal_level: 'replica',
            hot_standby: 'on',
            wal_log_hints: 'on',
            shared_buffers: '64MB',
            wal_keep_size: '256MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host all all 10.213.0.0/16 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host replication replicator 10.213.0.0/16 scram-sha-256',
        'local all all scram-sha-256',
      ],
    },
    postgresql: {
      listen: `${host.address}:${own.postgres}`,
      connect_address: `${host.address}:${own.postgres}`,
      data_dir: dataDir,
      pgpass: join(sockets, 'pgpass'),
      bin_dir: join(getProgram('postgres'), '..'),
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: sockets },
    },
  };
}

function makeProxy(
  folder: string,
  { nodes, port }: { nodes: readonly DatabaseNode[]; port: number },
): Service {
  const servers = nodes.map(
    ({ host, ports }) => `  server ${host.name} ${host.address}:${ports.postgres} check port ${ports.rest}`,
  );
  const configFile = join(folder, 'haproxy-database.cfg');
  writeFileSync(
    configFile,
    [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout check 2s',
      '  timeout client 30m',
      '  timeout server 30m',
      'listen primary',
      `  bind ${LOOPBACK}:${port}`,
      '  maxconn 500',
      '  option httpchk OPTIONS /primary',
      '  http-check expect status 200',
      // Cuts connections to a server that is no longer the primary, so that no client waits for its answer.
      '  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
      '',
    ].join('\n'),
  );
  return new Service({
    name: 'HAProxy before the database',
    logFile: join(folder, 'haproxy-database.log'),
    command: [getProgram('haproxy'), '-db', '-f', configFile],
  });
}
