import { type RefObject, useEffect, useState } from 'react';

/** `refused`: by the user or the site's policy; `missing`: there is no camera; `failed`: it cannot be used now. */
export type CameraState = 'starting' | 'running' | 'refused' | 'missing' | 'failed';

/**
 * Shows the back camera of a phone, or the only camera, in a video element while the component is mounted. The camera
 * is released on unmount, even if the user grants the permission only after that, and when its picture cannot be played.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
	const [state, setState] = useState<CameraState>('starting');

	useEffect(() => {
		const controller = new AbortController();
		start(video, controller.signal).then(
			() => !controller.signal.aborted && setState('running'),
			(error: unknown) => !controller.signal.aborted && setState(stateOf(error)),
		);
		return () => controller.abort();
	}, [video]);

	return state;
}

async function start(
	video: RefObject<HTMLVideoElement | null>,
	unmounted: AbortSignal,
): Promise<void> {
	// `mediaDevices` is undefined on pages that are not served over HTTPS.
	if (!navigator.mediaDevices) throw new DOMException('There is no camera.', 'NotFoundError');
	const stream = await navigator.mediaDevices.getUserMedia({
		video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
	});
	const stop = () => {
		for (const track of stream.getTracks()) track.stop();
	};
	if (unmounted.aborted || !video.current) return stop();
	unmounted.addEventListener('abort', stop);
	video.current.srcObject = stream;
	await video.current.play().catch((error: unknown) => {
		stop();
		throw error;
	});
}

/** The names are those of getUserMedia (https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia). */
function stateOf(error: unknown): CameraState {
	const name = error instanceof DOMException ? error.name : '';
	if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
	if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
	return 'failed';
}
