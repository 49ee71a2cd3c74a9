import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { MAINTENANCE_MESSAGES } from '#contract/maintenance/facts.ts';
import { hideMaintenance, type MaintenanceState } from '#web/lib/api/maintenance.ts';
import { retryRealtime } from '#web/lib/realtime/realtime.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
import { useBlockingModal } from '#web/ui/use-modal.ts';
import { MaintenanceNotice } from './maintenance-notice.tsx';
import { maintenanceQuery } from './queries.ts';

/**
 * Covers the whole page during maintenance. As the topmost modal dialog it blocks everything below, including other
 * dialogs, and restores the focus when it is removed.
 */
export function MaintenanceDialog({ maintenance }: { maintenance: MaintenanceState }) {
	const headingId = useId();
	const { dialog, heading } = useBlockingModal();
	const { data: details } = useQuery(maintenanceQuery(maintenance));
	useEndOfMaintenance(details?.maintenance === false);
	useDocumentTitle();

	return (
		<dialog
			{...dialog}
			aria-labelledby={headingId}
			className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-auto overscroll-contain bg-paper text-ink"
		>
			<MaintenanceNotice
				heading={
					<h1
						ref={heading}
						id={headingId}
						tabIndex={-1}
						className="mt-2 text-2xl outline-none tablet:text-3xl"
					>
						{MAINTENANCE_MESSAGES.title}
					</h1>
				}
				details={details}
			/>
		</dialog>
	);
}

/** When maintenance has ended: removes the dialog, reconnects, checks the stored session and refetches all queries. */
function useEndOfMaintenance(hasEnded: boolean): void {
	const client = useQueryClient();

	useEffect(() => {
		if (!hasEnded) return;
		hideMaintenance();
		retryRealtime();
		checkStoredSession().catch(() => undefined);
		client.invalidateQueries().catch(() => undefined);
	}, [client, hasEnded]);
}

function useDocumentTitle(): void {
	useEffect(() => {
		const previousTitle = document.title;
		document.title = `${MAINTENANCE_MESSAGES.title} · ${site.title}`;
		return () => {
			document.title = previousTitle;
		};
	}, []);
}
