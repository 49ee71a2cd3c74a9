import { splitLinks } from './links.ts';

/** A message's text with its links, which open in a new tab and send no referrer. */
export function MessageText({ text }: { text: string }) {
	return splitLinks(text).map(({ text: part, href, start }) =>
		href === undefined ? (
			part
		) : (
			<a
				key={start}
				href={href}
				target="_blank"
				rel="noopener noreferrer nofollow ugc"
				className="underline decoration-1 underline-offset-2 focus-visible:outline-current"
			>
				{part}
			</a>
		),
	);
}
