import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
	/** A page of this site. */
	to: To;
	/** Takes the place of this page in the history. */
	replace?: boolean;
	/** Kept with the entry of the history that it makes. */
	state?: unknown;
	ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link to another page of this site. The router's own carries fetching ahead and the parts of its framework mode along,
 * 4 kB of every first page; ours are fetched ahead by `web/app/navigation/prefetch.ts`.
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
