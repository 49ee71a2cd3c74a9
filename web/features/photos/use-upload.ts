import { useRef, useState } from 'react';

/** How an upload is followed and stopped; handed on to `call`. */
export interface UploadOptions {
	onProgress: (fraction: number) => void;
	signal: AbortSignal;
}

export interface Upload {
	/** The share of the last upload that has left this device, 0 to 1. */
	fraction: number;
	start: () => UploadOptions;
	cancel: () => void;
}

/** Follows one upload at a time. */
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
