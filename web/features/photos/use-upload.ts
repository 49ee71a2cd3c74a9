import { useRef, useState } from 'react';

/** Options for `call` to follow and cancel an upload. */
export interface UploadOptions {
	onProgress: (fraction: number) => void;
	signal: AbortSignal;
}

export interface Upload {
	/** The sent fraction of the last upload, 0 to 1. */
	fraction: number;
	start: () => UploadOptions;
	cancel: () => void;
}

/** Tracks the progress of one upload at a time. */
export function useUpload(): Upload {
	const [fraction, setFraction] = useState(0);
	const controllerRef = useRef<AbortController>(undefined);

	function start(): UploadOptions {
		const controller = new AbortController();
		controllerRef.current = controller;
		setFraction(0);
		return { onProgress: setFraction, signal: controller.signal };
	}

	return { fraction, start, cancel: () => controllerRef.current?.abort() };
}
