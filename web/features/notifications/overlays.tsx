import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { NotificationSummary } from '#contract/notifications/notifications.ts';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import { useMarkRead } from './list-queries.ts';
import { notificationSummaryQuery } from './queries.ts';
import { WarningDialog } from './warning-dialog.tsx';

/** What somebody is told on whatever page they are: a warning, and that their address is not confirmed. */
export function Overlays() {
	const warning = useWarning();
	const markingRead = useMarkRead();
	const [seen, setSeen] = useState<readonly number[]>([]);

	/** Away at once; where it could not be marked as read, it comes again at the next visit. */
	function markSeen(id: number) {
		setSeen([...seen, id]);
		markingRead.mutate(`n${id}`);
	}

	return (
		<>
			<ConfirmEmailNotice />
			{warning && !seen.includes(warning.id) && (
				<WarningDialog key={warning.id} warning={warning} onUnderstood={markSeen} />
			)}
		</>
	);
}

/** The warning that was known when one came to this page. One that comes later waits for the next page. */
function useWarning(): NotificationSummary['warning'] {
	const { pathname } = useLocation();
	const { data } = useQuery(notificationSummaryQuery());
	const [shown, setShown] = useState<{ summary: NotificationSummary | undefined; path: string }>();
	if (shown?.path !== pathname || (!shown.summary && data))
		setShown({ summary: data, path: pathname });
	return shown?.summary?.warning ?? null;
}
