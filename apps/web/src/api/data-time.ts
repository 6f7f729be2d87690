/** Set by the data layer, which is loaded after the frame of the page. */
let read: () => number | undefined = () => undefined;

/** Time of this device at which the oldest of the answers on the screen came; undefined before the first answer. */
export function readDataTime(): number | undefined {
  return read();
}

export function setDataTime(reader: () => number | undefined): void {
  read = reader;
}
