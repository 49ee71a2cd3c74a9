import { Button } from '#web/ui/button.tsx';
import { PROGRESS_CLASS } from '#web/ui/progress-class.ts';
import type { UploadState } from './photo-uploads.ts';

interface PhotoProgressProps {
	state: Exclude<UploadState, { step: 'ready' }>;
	/** Position in the list, from 1. */
	position: number;
	onStop: () => void;
	/** Undefined if sending the photo again cannot succeed. */
	onRetry: (() => void) | undefined;
}

/** The upload state of one photo, over its picture. */
export function PhotoProgress({ state, position, onStop, onRetry }: PhotoProgressProps) {
	const hasFailed = state.step === 'failed';
	const isSent = state.step === 'sending' && state.fraction >= 1;
	const action = hasFailed ? 'Retry' : 'Cancel';
	const handleClick = hasFailed ? onRetry : onStop;

	return (
		<div className="absolute inset-x-0 bottom-0 bg-surface/95 pb-1.5 pl-2.5">
			<div className="flex min-h-11 items-center justify-between gap-1">
				<span
					className={`text-xs font-semibold tabular-nums ${hasFailed ? 'text-bad' : 'text-ink'}`}
				>
					{statusText(state)}
				</span>
				{!isSent && handleClick && (
					<Button
						variant="quiet"
						size="small"
						aria-label={`${action} photo ${position}`}
						onClick={handleClick}
						className="px-2.5"
					>
						{action}
					</Button>
				)}
			</div>
			{!hasFailed && (
				<progress
					aria-label={`Photo ${position}`}
					max={1}
					value={state.step === 'sending' ? state.fraction : 0}
					className={`mr-2.5 block h-1.5 w-[calc(100%-0.625rem)] ${PROGRESS_CLASS}`}
				/>
			)}
		</div>
	);
}

function statusText(state: PhotoProgressProps['state']): string {
	if (state.step === 'failed') return state.reason ? 'Not sent' : 'Stopped';
	if (state.step === 'sending') {
		return state.fraction >= 1 ? 'Preparing…' : `${Math.floor(state.fraction * 100)} %`;
	}
	return state.step === 'paused' ? 'No connection' : 'Waiting';
}
