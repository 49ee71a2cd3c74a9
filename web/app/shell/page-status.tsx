import { useIsOutdated } from '#web/app/version.ts';
import { MaintenanceWatcher } from '#web/features/maintenance/maintenance-watcher.tsx';
import { Button } from '#web/ui/button.tsx';
import { keepFocusAbove } from '#web/ui/keep-focus-above.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { useConnectionMessage } from './connection-status.tsx';

/**
 * What is said over the lower end of a page: in passing, and below that what holds for the page as long as it is so. While the
 * market is closed, that covers all of it.
 */
export function PageStatus() {
	return (
		<>
			<Toaster>
				<StatusMessage />
			</Toaster>
			<MaintenanceWatcher />
		</>
	);
}

/** The live region stands before its text: one that arrives with it is not read. */
function StatusMessage() {
	const connectionMessage = useConnectionMessage();
	const isOutdated = useIsOutdated();
	const content = isOutdated ? <UpdateNotice /> : connectionMessage;

	return (
		<div role="status" className="grid justify-items-center">
			{content && (
				<div
					ref={keepFocusAbove}
					className="rounded-card border border-line bg-surface px-3 py-1.5 text-xs text-ink-soft shadow-float"
				>
					{content}
				</div>
			)}
		</div>
	);
}

/** Not by itself: what is half typed would be lost. */
function UpdateNotice() {
	return (
		<div className="pointer-events-auto flex flex-wrap items-center gap-x-2">
			A new version is available.
			<Button
				size="small"
				variant="quiet"
				className="text-link"
				onClick={() => window.location.reload()}
			>
				Load it
			</Button>
		</div>
	);
}
