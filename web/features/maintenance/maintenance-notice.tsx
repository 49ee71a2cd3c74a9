import type { ReactNode } from 'react';
import { MAINTENANCE_DEFAULTS, MAINTENANCE_MESSAGES } from '#contract/maintenance/facts.ts';
import { Button } from '#web/ui/button.tsx';
import { MaintenanceArt } from './maintenance-art.tsx';

interface MaintenanceNoticeProps {
	heading: ReactNode;
	/** Undefined or empty values are replaced by default texts. */
	details: { message: string; estimatedDowntime: string } | undefined;
}

/** The text of the maintenance page: reason and estimated downtime. */
export function MaintenanceNotice({ heading, details }: MaintenanceNoticeProps) {
	return (
		<div className="wrap grid justify-items-center gap-3 py-14 text-center">
			<MaintenanceArt className="h-40 w-56 max-w-full" />
			{heading}
			<div role="status" className="grid justify-items-center gap-3">
				<p className="max-w-prose wrap-anywhere whitespace-pre-line">
					{details?.message || MAINTENANCE_DEFAULTS.message}
				</p>
				<p className="max-w-prose wrap-anywhere">
					Estimated downtime:{' '}
					<strong>{details?.estimatedDowntime || MAINTENANCE_DEFAULTS.estimatedDowntime}</strong>
				</p>
			</div>
			<p className="max-w-[40ch] text-sm text-ink-soft">
				We check every 30 seconds and will take you back to where you were.
			</p>
			<Button variant="main" onClick={() => window.location.reload()} className="mt-4">
				{MAINTENANCE_MESSAGES.refresh}
			</Button>
		</div>
	);
}
