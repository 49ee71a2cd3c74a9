import { type RefObject, useEffect, useEffectEvent } from 'react';
import { openDetector } from './bar-code-detector.ts';
import { type Reading, readIsbn } from './read-isbn.ts';

/** Reading a frame keeps a phone busy for about 50 ms; people hold a book still for longer than this pause. */
const PAUSE_MS = 150;

/**
 * Reads frames of a running video until one shows an ISBN.
 * @param onReading for every frame that shows a bar code
 * @param onUnsupported if the browser cannot read the bar codes of books
 */
export function useScan(
	video: RefObject<HTMLVideoElement | null>,
	isRunning: boolean,
	onReading: (reading: Reading) => void,
	onUnsupported: () => void,
): void {
	const report = useEffectEvent(onReading);
	const reportUnsupported = useEffectEvent(onUnsupported);

	useEffect(() => {
		if (!isRunning) return;
		const controller = new AbortController();
		void readFrames(video, controller.signal, report).then((isSupported) => {
			if (!(isSupported || controller.signal.aborted)) reportUnsupported();
		});
		return () => controller.abort();
	}, [video, isRunning]);
}

/** @returns false if the browser cannot read the bar codes of books */
async function readFrames(
	video: RefObject<HTMLVideoElement | null>,
	stopped: AbortSignal,
	report: (reading: Reading) => void,
): Promise<boolean> {
	const detector = await openDetector();
	while (detector && video.current && !stopped.aborted) {
		// Reading fails if the video has no frame at the moment. Then the next frame is tried.
		const reading = await readIsbn(detector, video.current).catch(() => undefined);
		if (reading && reading.kind !== 'nothing' && !stopped.aborted) report(reading);
		if (reading?.kind === 'isbn') break;
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
	return detector !== undefined;
}
