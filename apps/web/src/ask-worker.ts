/** Task for a worker: its first news that has a result ends it. Throws when the worker fails, or when `read` does. One task at a time. */
export function askWorker<News, Result>(
  worker: Worker,
  task: unknown,
  read: (news: News) => Result | undefined,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
    worker.onmessage = ({ data }: MessageEvent<News>) => {
      try {
        const result = read(data);
        if (result !== undefined) resolve(result);
      } catch (error) {
        reject(error);
      }
    };
    worker.postMessage(task);
  });
}
