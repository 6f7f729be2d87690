import { Link } from 'react-router-dom';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Of this pool: a local one may be open under another name of this machine than the one in its mails. */
function isOwn({ origin, hostname, port }: URL): boolean {
  const { location } = window;
  if (origin === location.origin) return true;
  return port === location.port && LOOPBACK.includes(hostname) && LOOPBACK.includes(location.hostname);
}

/** Text of a mail with the pool's own links made links. */
export function MailText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line text-text-2 [overflow-wrap:anywhere]">
      {text.split(/(https?:\/\/\S+)/).map((part, index) => {
        const url = index % 2 === 1 && URL.canParse(part) ? new URL(part) : undefined;
        if (url === undefined || !isOwn(url)) return part;
        return (
          <Link
            key={part}
            to={`${url.pathname}${url.search}`}
            className="break-all font-medium text-primary underline"
          >
            {part}
          </Link>
        );
      })}
    </p>
  );
}
