import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isTyping } from '#web/lib/keyboard.ts';
import { site } from '#web/lib/site.ts';

const openedAt = globalThis.location?.pathname;
/** The place whose heading was announced last. */
let announcedPlace: string | undefined;

export interface PageHeadingProps {
	children: ReactNode;
	/** The document's title if it differs from the heading; '' for the site's name alone. */
	title?: string;
	/** A navigation within the same place does not move the focus. Defaults to the pathname. */
	place?: string;
	/** Overrides the common heading size. */
	size?: string;
	className?: string;
}

/**
 * A page's `h1`. Sets the document's title and takes the focus after a navigation, so that screen readers start there
 * and the next Tab continues from there. A user who is typing in a field keeps the focus.
 */
export function PageHeading({
	children,
	title,
	place,
	size = 'text-2xl tablet:text-3xl',
	className = '',
}: PageHeadingProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	const { pathname } = useLocation();
	const here = place ?? pathname;
	const name = title ?? (typeof children === 'string' ? children : '');

	useEffect(() => {
		document.title = name ? `${name} · ${site.title}` : site.title;
	}, [name]);

	useEffect(() => {
		// The first page needs no focus change, and may be in use before this runs.
		const isOpened = announcedPlace === undefined && pathname === openedAt;
		// When the page loads slowly, the user may already be typing, for example in the header's search.
		const takesFocus = !isOpened && !isTyping() && announcedPlace !== here;
		if (takesFocus) heading.current?.focus({ preventScroll: true });
		announcedPlace = here;
	}, [here, pathname]);

	return (
		<h1 ref={heading} tabIndex={-1} className={`outline-none ${size} ${className}`}>
			{children}
		</h1>
	);
}
