import { useIsOutdated } from '#web/app/version.ts';
import { MaintenanceWatcher } from '#web/features/maintenance/maintenance-watcher.tsx';
import { Button } from '#web/ui/button.tsx';
import { keepFocusAbove } from '#web/ui/keep-focus-above.ts';
import { Toaster, useDismissalWithPage } from '#web/ui/toaster.tsx';
import { useConnectionMessage } from './use-connection-message.tsx';

/** Toasts, and the note about connection or version. During maintenance, a dialog covers everything. */
export function PageStatus() {
	useDismissalWithPage();
	return (
		<>
			<Toaster />
			<StatusMessage />
			<MaintenanceWatcher />
		</>
	);
}

/** The live region is always rendered: screen readers announce a text only in a region that existed before the text. */
function StatusMessage() {
	const connectionMessage = useConnectionMessage();
	const isOutdated = useIsOutdated();
	const content = isOutdated ? <UpdateNotice /> : connectionMessage;

	return (
		<div
			role="status"
			className="toasts pointer-events-none fixed inset-x-0 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] z-30 grid justify-items-center px-4 tablet:bottom-6"
		>
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

/** Offers to load a new version. The page does not reload by itself, because typed text would be lost. */
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
