import { type RefObject, useEffect, useState } from 'react';

/** Why there is no picture: the user or the site's policy refused it, there is no camera, or it cannot be used now. */
export type CameraState = 'starting' | 'running' | 'refused' | 'missing' | 'failed';

/**
 * Shows the camera at the back of a phone, or the only one, in a video while the component is on the page. The camera is
 * released when it leaves, also when the user allows it only after that.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
	const [state, setState] = useState<CameraState>('starting');

	useEffect(() => {
		const leaving = new AbortController();
		start(video, leaving.signal).then(
			() => !leaving.signal.aborted && setState('running'),
			(error: unknown) => !leaving.signal.aborted && setState(stateOf(error)),
		);
		return () => leaving.abort();
	}, [video]);

	return state;
}

async function start(
	video: RefObject<HTMLVideoElement | null>,
	leaving: AbortSignal,
): Promise<void> {
	// Missing on pages that are not served over https.
	if (!navigator.mediaDevices) throw new DOMException('There is no camera.', 'NotFoundError');
	const stream = await navigator.mediaDevices.getUserMedia({
		video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
	});
	const stop = () => {
		for (const track of stream.getTracks()) track.stop();
	};
	if (leaving.aborted || !video.current) return stop();
	leaving.addEventListener('abort', stop);
	video.current.srcObject = stream;
	await video.current.play();
}

/** The names are those of getUserMedia (https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia). */
function stateOf(error: unknown): CameraState {
	const name = error instanceof DOMException ? error.name : '';
	if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
	if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
	return 'failed';
}
