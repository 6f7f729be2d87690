// A restore takes over what was signed after the backup for sweeps and anchors: it is followed until the chain has decided about it.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table adopted_subject (
      subject text not null constraint adopted_subject_pk primary key,
      network text not null constraint adopted_subject_network check (network in ('BSC', 'TRON'))
    ) {strict}`,
  );
}
