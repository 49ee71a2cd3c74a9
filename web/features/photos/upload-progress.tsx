import { useId } from 'react';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { PROGRESS_CLASS } from '#web/ui/progress-class.ts';

interface UploadProgressProps {
	/** The fraction of the bytes that has been sent, 0 to 1. */
	fraction: number;
	/** Whether the connection is lost; sending continues by itself when it is back. */
	isPaused?: boolean;
	onCancel: () => void;
}

/** The progress of sending a form, with a button to cancel it until everything is sent. */
export function UploadProgress({ fraction, isPaused = false, onCancel }: UploadProgressProps) {
	const id = useId();
	const percent = Math.floor(fraction * 100);
	const isSent = percent >= 100 && !isPaused;

	return (
		<div className="grid gap-2 rounded-card bg-accent-wash p-4">
			<div className="flex min-h-11 items-center justify-between gap-3">
				<label htmlFor={id} className="font-semibold tabular-nums">
					{progressLabel(percent, isPaused)}
				</label>
				{!isSent && (
					<Button variant="quiet" size="small" onClick={onCancel} className="-mr-2">
						Cancel upload
					</Button>
				)}
			</div>
			<progress id={id} max={1} value={fraction} className={`h-2.5 w-full ${PROGRESS_CLASS}`} />
			<p role="status" className={isPaused ? 'text-sm font-medium' : 'sr-only'}>
				{isPaused ? UPLOAD_MESSAGES.keptOnDevice : progressAnnouncement(percent)}
			</p>
		</div>
	);
}

function progressLabel(percent: number, isPaused: boolean): string {
	if (isPaused) return 'Waiting for a connection…';
	return percent >= 100 ? 'Sent. Saving…' : `Sending… ${percent} %`;
}

/** The progress for screen readers, in steps of 25 percent. */
function progressAnnouncement(percent: number): string {
	return percent >= 100 ? 'Sent. Saving…' : `Sending: ${Math.floor(percent / 25) * 25} percent`;
}
