import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import type { Notices } from '#contract/notices.ts';
import { PAGES } from '#contract/pages.ts';
import { AnnouncementBanner } from './announcement-banner.tsx';
import { useReadEntry } from './notification-queries.ts';
import { noticesQuery } from './queries.ts';
import { WarningDialog } from './warning-dialog.tsx';

type Told = Pick<Notices, 'warning' | 'announcement'>;

/** What administrators tell somebody, over whatever page they are on. */
export function OverPages() {
	const { warning, announcement, hasTurned } = useTold();
	const reading = useReadEntry();
	const [seen, setSeen] = useState<readonly number[]>([]);
	// A chat fills the screen to the last line; in the notification centre it stands in full.
	const isChat = useMatch(PAGES.chat) !== null;
	const isCentre = useMatch(PAGES.notifications) !== null;
	const isUnseen = announcement !== null && !seen.includes(announcement.id);

	/** Away at once; where it could not be marked as read, it comes again at the next visit. */
	function markSeen(id: number) {
		setSeen([...seen, id]);
		reading.mutate(`n${id}`);
	}

	return (
		<>
			<AnnouncementBanner
				announcement={isUnseen && !isChat && !isCentre ? announcement : null}
				isFloating={!hasTurned}
				onDismiss={markSeen}
			/>
			{warning && !seen.includes(warning.id) && (
				<WarningDialog key={warning.id} warning={warning} onUnderstood={markSeen} />
			)}
		</>
	);
}

/**
 * What is shown on this page: what was known when one came to it. What comes in later waits for the next one, and
 * interrupts nobody. `hasTurned`: known before the page came, so that the page can make room.
 */
function useTold(): Told & { hasTurned: boolean } {
	const { pathname } = useLocation();
	const { data } = useQuery(noticesQuery());
	const [shown, setShown] = useState<{ told: Told | undefined; at: string; hasTurned: boolean }>();
	const isOtherPage = shown?.at !== pathname;
	if (isOtherPage || (!shown.told && data)) {
		setShown({
			told: data,
			at: pathname,
			hasTurned: isOtherPage && shown !== undefined && data !== undefined,
		});
	}
	const { told, hasTurned = false } = shown ?? {};
	return { warning: told?.warning ?? null, announcement: told?.announcement ?? null, hasTurned };
}
