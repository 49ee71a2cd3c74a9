import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import type { NotificationSummary } from '#contract/notifications/endpoints.ts';
import { noticeEntryId } from '#contract/notifications/facts.ts';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import { useMarkRead } from './list-queries.ts';
import { notificationSummaryQuery } from './queries.ts';
import { WarningDialog } from './warning-dialog.tsx';

/** Shown on every page for signed-in users: warnings, and the notice about an unconfirmed email address. */
export function Overlays() {
	const warning = useWarning();
	const markingRead = useMarkRead();
	const [acknowledged, setAcknowledged] = useState<readonly number[]>([]);

	/** Hides the warning at once. If marking it as read fails, it is shown again on the next visit. */
	function acknowledge(id: number) {
		setAcknowledged([...acknowledged, id]);
		markingRead.mutate({ id: noticeEntryId(id) });
	}

	return (
		<>
			<ConfirmEmailNotice />
			{warning && !acknowledged.includes(warning.id) && (
				<WarningDialog key={warning.id} warning={warning} onAcknowledge={acknowledge} />
			)}
		</>
	);
}

/**
 * The warning known when the user opened this page. A later one is shown on the next page. None is shown on the page of
 * the rules, which the warning links to, because the dialog would cover the rules.
 */
function useWarning(): NotificationSummary['warning'] {
	const { pathname } = useLocation();
	const { data } = useQuery(notificationSummaryQuery());
	const [openedPage, setOpenedPage] = useState<{
		summary: NotificationSummary | undefined;
		path: string;
	}>();
	if (openedPage?.path !== pathname || (!openedPage.summary && data))
		setOpenedPage({ summary: data, path: pathname });
	return (pathname !== PAGES.rules && openedPage?.summary?.warning) || null;
}
