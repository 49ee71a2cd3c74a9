import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import {
	readConfirmNoticeCookie,
	reserveConfirmNoticeSpace,
	writeConfirmNoticeCookie,
} from '#web/lib/session/confirm-notice-cookie.ts';

/**
 * Whether the line that asks to confirm the address is shown. Its room is made before the page is seen: by the server, which
 * reads a cookie, or as one goes to another page. So nothing moves; only where the server knew of no session, and the first
 * screen changes anyway, it may come late.
 * @param isUnconfirmed whether an address is to be confirmed; undefined until it is known
 */
export function useConfirmEmailNotice(isUnconfirmed: boolean | undefined) {
	const { pathname } = useLocation();
	// A chat fills the screen to the last line.
	const isChat = useMatch(PAGES.chat) !== null;
	const [isShown, setIsShown] = useState(false);
	const settledPath = useRef<string>(undefined);

	useLayoutEffect(() => {
		if (isUnconfirmed === undefined) return;
		const isNavigation = settledPath.current !== undefined && settledPath.current !== pathname;
		settledPath.current = pathname;
		setIsShown(updateNotice(isUnconfirmed, { isChat, isNavigation }));
	}, [isUnconfirmed, isChat, pathname]);

	function dismiss() {
		// The button goes away: the next Tab goes on in the page.
		document.querySelector('main')?.focus({ preventScroll: true });
		writeConfirmNoticeCookie('later');
		reserveConfirmNoticeSpace(false);
		setIsShown(false);
	}

	return { isShown, dismiss };
}

/** Makes or keeps room on this page, and notes what the next one needs. @returns whether the line is shown */
function updateNotice(
	isUnconfirmed: boolean,
	{ isChat, isNavigation }: { isChat: boolean; isNavigation: boolean },
): boolean {
	const { confirm, session } = document.documentElement.dataset;
	const isDismissed = readConfirmNoticeCookie() === 'later';
	if (!isUnconfirmed) writeConfirmNoticeCookie(undefined);
	else if (!isDismissed) writeConfirmNoticeCookie('ask');
	const mayShiftLayout = isNavigation || session !== 'open';
	const isShown = isUnconfirmed && !isDismissed && !isChat && (mayShiftLayout || confirm === 'yes');
	if (mayShiftLayout) reserveConfirmNoticeSpace(isShown);
	return isShown;
}
