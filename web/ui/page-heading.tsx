import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isolated } from '#contract/core/format.ts';
import { isTyping } from '#web/lib/keyboard.ts';
import { site } from '#web/lib/site.ts';

const initialPathname = globalThis.location?.pathname;
/** The `focusKey` of the heading that was rendered last; undefined before the first page. */
let lastKey: string | undefined;

export interface PageHeadingProps {
	children: ReactNode;
	/** The document's title if it differs from the heading; '' for the site's name alone. */
	title?: string;
	/** The heading takes the focus only when this key changes. Defaults to the pathname. */
	focusKey?: string;
	/** Overrides the common heading size. */
	size?: string;
	className?: string;
}

/**
 * A page's `h1`. Sets the document's title and takes the focus after a navigation, so that screen readers start at the
 * heading and the next Tab continues from it. A user who is typing in a field keeps the focus.
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
		document.title = name ? `${isolated(name)} · ${site.title}` : site.title;
	}, [name]);

	useEffect(() => {
		// The first page needs no focus change, and may be in use before this runs.
		const isInitialPage = lastKey === undefined && pathname === initialPathname;
		// When the page loads slowly, the user may already be typing, for example in the header's search.
		const takesFocus = !isInitialPage && !isTyping() && lastKey !== currentKey;
		if (takesFocus) heading.current?.focus({ preventScroll: true });
		lastKey = currentKey;
	}, [currentKey, pathname]);

	return (
		<h1 ref={heading} tabIndex={-1} className={`outline-none ${size} ${className}`}>
			{children}
		</h1>
	);
}
