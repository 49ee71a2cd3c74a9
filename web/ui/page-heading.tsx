import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isTyping } from '#web/lib/keyboard.ts';
import { site } from '#web/lib/site.ts';

const initialPathname = globalThis.location?.pathname;
/** The place whose heading was last brought to the reader's attention. */
let announcedKey: string | undefined;

export interface PageHeadingProps {
	children: ReactNode;
	/** The document's title where it differs from the heading; '' for the site's name alone. */
	title?: string;
	/** Moves within one place leave the focus where it is; the pathname unless given. */
	focusKey?: string;
	/** Where it differs from every other page of the market. */
	size?: string;
	className?: string;
}

/**
 * A page's `h1`. Titles the document, and takes the focus after a navigation, so that a screen reader begins
 * with it and the next Tab goes on from there. Who types in a field keeps it.
 */
export function PageHeading({
	children,
	title,
	focusKey,
	size = 'text-2xl tablet:text-3xl',
	className = '',
}: PageHeadingProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	const { pathname } = useLocation();
	const currentKey = focusKey ?? pathname;
	const name = title ?? (typeof children === 'string' ? children : '');

	useEffect(() => {
		document.title = name ? `${name} · ${site.title}` : site.title;
	}, [name]);

	useEffect(() => {
		// The page that was opened needs no help, and may be in use before this runs.
		const isInitialPage = announcedKey === undefined && pathname === initialPathname;
		// One that comes late may find somebody typing already, as into the header's search.
		const takesFocus = !isInitialPage && !isTyping() && announcedKey !== currentKey;
		if (takesFocus) heading.current?.focus({ preventScroll: true });
		announcedKey = currentKey;
	}, [currentKey, pathname]);

	return (
		<h1 ref={heading} tabIndex={-1} className={`outline-none ${size} ${className}`}>
			{children}
		</h1>
	);
}
