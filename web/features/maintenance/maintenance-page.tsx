import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { MAINTENANCE_DEFAULTS, MAINTENANCE_MESSAGES } from '#contract/maintenance.ts';
import { placeBefore } from '#web/lib/maintenance.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ClosedBoardArt } from './closed-board-art.tsx';
import { maintenanceQuery } from './queries.ts';

/** Stands while the market is closed, and leaves by itself. What cannot be found out is told in the usual words. */
export function MaintenancePage() {
	const { data, isPending } = useQuery(maintenanceQuery());

	if (isPending) return <LoadingIndicator />;
	if (data?.maintenance === false) return <Navigate to={placeBefore()} replace />;
	return (
		<div className="wrap grid justify-items-center gap-3 py-14 text-center">
			<ClosedBoardArt className="h-40 w-56 max-w-full" />
			<PageHeading className="mt-2">{MAINTENANCE_MESSAGES.title}</PageHeading>
			<div role="status" className="grid justify-items-center gap-3">
				<p className="max-w-[60ch] wrap-anywhere whitespace-pre-line">
					{data?.message || MAINTENANCE_DEFAULTS.message}
				</p>
				<p className="max-w-[60ch] wrap-anywhere">
					Estimated downtime:{' '}
					<strong>{data?.estimatedDowntime || MAINTENANCE_DEFAULTS.estimatedDowntime}</strong>
				</p>
			</div>
			<p className="max-w-[44ch] text-sm text-ink-soft">
				We look every 30 seconds and take you back to where you were.
			</p>
			<Button variant="main" onClick={() => window.location.reload()} className="mt-4">
				{MAINTENANCE_MESSAGES.refresh}
			</Button>
		</div>
	);
}
