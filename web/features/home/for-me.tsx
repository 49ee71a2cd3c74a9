import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { HomeRow } from '#contract/core/cookies.ts';
import { PAGES } from '#contract/core/pages.ts';
import { AwaitedItemStrip, ItemStrip } from '#web/features/items/listing/item-strip.tsx';
import { Invitation } from '#web/features/studies/invitation.tsx';
import {
	branchesQuery,
	invitationQuery,
	itemsForMeQuery,
	studiesQuery,
} from '#web/features/studies/queries.ts';
import { STUDIES_ANCHOR } from '#web/features/studies/studies-anchor.ts';
import { focusMain } from '#web/ui/focus-page.ts';
import { Link } from '#web/ui/link.tsx';
import { rememberHomeRow } from './home-rows.ts';

const TITLE = 'For your semester';

/**
 * Items on sale for the user's semester. If the semester is unknown, an invitation to enter it. Renders nothing if
 * there are no items, the invitation was declined, or loading fails.
 */
export function ForMe() {
	const studies = useQuery(studiesQuery());
	const items = useQuery(itemsForMeQuery());
	const isUnknown = studies.data?.branch === null;
	const isInvited = useIsInvited(isUnknown);
	const row = rowFor({
		isUnknown: studies.data && isUnknown,
		isInvited,
		count: items.data?.length,
	});

	useEffect(() => {
		if (row) rememberHomeRow(row);
	}, [row]);
	useFocusAfterInvitation(row);

	if (row === 'invitation') return <Invitation />;
	if (row === 'for-me' && studies.data && items.data) {
		const { branch, semester } = studies.data;
		return (
			<ItemStrip
				title={TITLE}
				items={items.data}
				aside={
					<Link
						to={{ pathname: PAGES.account, hash: STUDIES_ANCHOR }}
						aria-label={`Change: ${branch}, semester ${semester}`}
						className="flex min-h-11 shrink-0 items-center text-sm font-semibold text-link hover:underline"
					>
						<span className="tablet:hidden">Change</span>
						<span className="hidden tablet:inline">
							{branch}, semester {semester}
						</span>
					</Link>
				}
			/>
		);
	}
	const hasFailed = studies.isError || items.isError;
	return row === undefined && !hasFailed ? <AwaitedItemStrip title={TITLE} /> : null;
}

interface Known {
	isUnknown: boolean | undefined;
	isInvited: boolean | undefined;
	count: number | undefined;
}

/** The row to show above the newest items; undefined until it is known. */
function rowFor({ isUnknown, isInvited, count }: Known): HomeRow | undefined {
	const isKnown = isUnknown ? isInvited !== undefined : isUnknown === false && count !== undefined;
	if (!isKnown) return undefined;
	if (isUnknown) return isInvited ? 'invitation' : 'nothing';
	return count ? 'for-me' : 'nothing';
}

/** Moves the focus when the invitation disappears: its button is gone, so the dialog cannot return the focus there. */
function useFocusAfterInvitation(row: HomeRow | undefined): void {
	const previous = useRef(row);

	useEffect(() => {
		const hasLostFocus = document.activeElement === document.body;
		if (previous.current === 'invitation' && row !== 'invitation' && hasLostFocus) focusMain();
		previous.current = row;
	}, [row]);
}

/** Whether to invite a user whose studies are unknown; there must be a branch to choose. */
function useIsInvited(isUnknown: boolean): boolean | undefined {
	const isOpen = useQuery({ ...invitationQuery(), enabled: isUnknown }).data;
	const branches = useQuery({ ...branchesQuery(), enabled: isUnknown && isOpen === true }).data;
	if (isOpen === false) return false;
	return isOpen && branches ? branches.length > 0 : undefined;
}
