import { lazy, Suspense } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { retryUntilLoaded } from '#web/ui/lazy-hydrated.ts';
import type { PickedPhotos } from './use-picked-photos.ts';

const PhotoStrip = lazy(async () => {
	const strip = await retryUntilLoaded(() => import('./photo-strip.tsx'));
	return { default: strip.PhotoStrip };
});

interface PhotosToSendProps {
	picked: PickedPhotos;
	/** Called when the last photo is removed, to move the focus. */
	onEmptied: () => void;
}

/** The photos of the next message, their preparation status and errors. */
export function PhotosToSend({ picked, onEmptied }: PhotosToSendProps) {
	const { photos, isPreparing, error, remove, keepUpload } = picked;
	return (
		<>
			{photos.length > 0 && (
				<Suspense fallback={<div className="h-25" />}>
					<PhotoStrip
						photos={photos}
						onUploaded={keepUpload}
						onRemove={remove}
						onEmptied={onEmptied}
					/>
				</Suspense>
			)}
			<p role="status" className="px-1 text-sm text-ink-soft empty:hidden">
				{isPreparing && CHAT_MESSAGES.preparingPhotos}
			</p>
			{error !== undefined && (
				<p role="alert" className="px-1 text-sm text-bad">
					{error}
				</p>
			)}
		</>
	);
}
