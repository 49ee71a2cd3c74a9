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
	const hasNoStudies = studies.data?.branch === null;
	const isInvited = useIsInvited(hasNoStudies);
	const row = rowFor({
		hasNoStudies: studies.data && hasNoStudies,
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

/** What decides about the row; each value is undefined until it is loaded. */
interface RowData {
	/** Whether the user has not entered branch and semester. */
	hasNoStudies: boolean | undefined;
	isInvited: boolean | undefined;
	/** The number of items for the user's semester. */
	count: number | undefined;
}

/** The row to show above the newest items; undefined until it is known. */
function rowFor({ hasNoStudies, isInvited, count }: RowData): HomeRow | undefined {
	const isDecided = hasNoStudies
		? isInvited !== undefined
		: hasNoStudies === false && count !== undefined;
	if (!isDecided) return undefined;
	if (hasNoStudies) return isInvited ? 'invitation' : 'nothing';
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

/** Whether to invite a user without studies; undefined until known. There must be a branch to choose. */
function useIsInvited(hasNoStudies: boolean): boolean | undefined {
	const isOpen = useQuery({ ...invitationQuery(), enabled: hasNoStudies }).data;
	const branches = useQuery({ ...branchesQuery(), enabled: hasNoStudies && isOpen === true }).data;
	if (isOpen === false) return false;
	return isOpen && branches ? branches.length > 0 : undefined;
}
