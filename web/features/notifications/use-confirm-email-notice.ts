import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import {
	readConfirmNoticeCookie,
	reserveConfirmNoticeSpace,
	writeConfirmNoticeCookie,
} from '#web/lib/session/confirm-notice-cookie.ts';
import { focusMain } from '#web/ui/focus-page.ts';

/**
 * Whether to show the notice about an unconfirmed email address. The notice must not move the page, so its space is
 * reserved before the page is visible: by the server, which reads a cookie, or on a navigation. If the server did not
 * know of the session, the first screen changes anyway, so the notice may then appear late.
 * @param isUnconfirmed whether an address is unconfirmed; undefined until known
 */
export function useConfirmEmailNotice(isUnconfirmed: boolean | undefined) {
	const { pathname } = useLocation();
	// A chat uses the full height of the screen.
	const isChat = useMatch(PAGES.chat) !== null;
	const [isShown, setIsShown] = useState(false);
	/** The path of the page for which the notice was decided last. */
	const decidedPath = useRef<string>(undefined);

	useLayoutEffect(() => {
		if (isUnconfirmed === undefined) return;
		const isNavigation = decidedPath.current !== undefined && decidedPath.current !== pathname;
		decidedPath.current = pathname;
		setIsShown(updateNotice(isUnconfirmed, { isChat, isNavigation }));
	}, [isUnconfirmed, isChat, pathname]);

	function dismiss() {
		// The button is removed: move the focus, so that the next Tab continues in the page.
		focusMain();
		writeConfirmNoticeCookie('later');
		reserveConfirmNoticeSpace(false);
		setIsShown(false);
	}

	return { isShown, dismiss };
}

/**
 * Reserves or keeps the notice's space on this page, and stores in the cookie whether the server reserves the space on
 * the next page.
 * @returns whether the notice is shown
 */
function updateNotice(
	isUnconfirmed: boolean,
	{ isChat, isNavigation }: { isChat: boolean; isNavigation: boolean },
): boolean {
	// `session` is 'open' if the server knew of a session, `confirm` is 'yes' while the notice's space is reserved.
	const { confirm, session } = document.documentElement.dataset;
	const isDismissed = readConfirmNoticeCookie() === 'later';
	if (!isUnconfirmed) writeConfirmNoticeCookie(undefined);
	else if (!isDismissed) writeConfirmNoticeCookie('ask');
	const mayShiftLayout = isNavigation || session !== 'open';
	const isShown = isUnconfirmed && !isDismissed && !isChat && (mayShiftLayout || confirm === 'yes');
	if (mayShiftLayout) reserveConfirmNoticeSpace(isShown);
	return isShown;
}
