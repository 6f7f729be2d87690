// Types of the packed client. The type of the router follows from every procedure of the server; the compiler writes it out, and what only
// the server needs is cut away, so that a project elsewhere installs none of it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Types of the server that a caller never sees. */
const SERVER_ONLY = [
  [/import\("\.\/trpc\.ts"\)\.ProcedureMeta/g, 'object'],
  [/import\("\.\/context\.ts"\)\.Context/g, 'object'],
  // Questions and answers of a browser's authenticator, as WebAuthn has them.
  [/import\("@simplewebauthn\/server"\)\.PublicKeyCredential\w+/g, 'object'],
  [/import\("@glasspool\/pool\/events"\)\.PoolEvent/g, 'string'],
];

/**
 * Writes the declarations of the client into a folder.
 *
 * @throws Error when they would need a package that the client does not have.
 */
export function writeClientTypes(scratch, folder) {
  emitDeclarations('packages/api', scratch);
  const own = join(scratch, 'client');
  for (const name of readdirSync(own).filter((file) => file.endsWith('.d.ts'))) {
    const source = readFileSync(join(own, name), 'utf8');
    const text = name === 'router.d.ts' ? readRouter(scratch) : source;
    const foreign = /['"](@glasspool\/[^'"]*|@simplewebauthn[^'"]*|\.\.\/[^'"]*)['"]/.exec(text)?.[1];
    if (foreign !== undefined) throw new Error(`${name} needs ${foreign}, which the client does not have.`);
    writeFileSync(join(folder, name), text.replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'));
  }
}

function readRouter(scratch) {
  const text = readFileSync(join(scratch, 'root.d.ts'), 'utf8');
  const start = text.indexOf('export declare const appRouter');
  const end = text.indexOf('/** The same with the developer calls');
  if (start === -1 || end < start)
    throw new Error('The router of the server has another form than expected.');
  const router = SERVER_ONLY.reduce(
    (left, [type, other]) => left.replaceAll(type, other),
    text.slice(start, end),
  );
  const missing = /import\("(?!@trpc\/server")[^)]*\)/.exec(router)?.[0];
  if (missing !== undefined) throw new Error(`The type of the router needs ${missing}.`);
  return `${router.replace('export declare const', 'declare const')}\nexport type AppRouter = typeof appRouter;\nexport {};\n`;
}

function emitDeclarations(workspace, folder) {
  const parameters = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder];
  const { status, stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-p', join(ROOT, workspace), '--rootDir', join(ROOT, workspace, 'src'), ...parameters],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The declarations of ${workspace} were not written: ${stdout}`);
}
