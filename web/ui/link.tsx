import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
	/** An address of this site. */
	to: To;
	/** Replaces the current history entry. */
	replace?: boolean;
	/** State of the new history entry. */
	state?: unknown;
	ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link to another page of this site. The router's own Link includes prefetching and framework-mode code, 4 kB on
 * every first page; ours is prefetched by `web/app/navigation/prefetch.ts`.
 */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
	const href = useHref(to);
	const follow = useLinkClickHandler(to, { replace, state, target: rest.target });

	function handleClick(event: MouseEvent<HTMLAnchorElement>) {
		onClick?.(event);
		if (!event.defaultPrevented) follow(event);
	}

	return <a {...rest} href={href} onClick={handleClick} />;
}
