import type { Socket } from 'node:net';
import { LINE_LENGTH_MAX } from './protocol.ts';

/** Passes each whole line that a socket sends to `take`. A line that is too long, or that `take` throws at, ends the connection. */
export function readLines(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    try {
      if (rest.length > LINE_LENGTH_MAX) throw new RangeError('The line is too long.');
      for (const line of lines) take(line);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
  });
}

export function writeLine(socket: Socket, message: object): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
}
