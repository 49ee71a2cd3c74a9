import { useRef, useState } from 'react';

/** How an upload is followed and stopped; handed on to `call`. */
export interface Follow {
	onProgress: (share: number) => void;
	signal: AbortSignal;
}

export interface Upload {
	/** The share of the last upload that has left this device, 0 to 1. */
	share: number;
	begin: () => Follow;
	cancel: () => void;
}

/** Follows one upload at a time. */
export function useUpload(): Upload {
	const [share, setShare] = useState(0);
	const stopper = useRef<AbortController>(undefined);

	function begin(): Follow {
		const controller = new AbortController();
		stopper.current = controller;
		setShare(0);
		return { onProgress: setShare, signal: controller.signal };
	}

	return { share, begin, cancel: () => stopper.current?.abort() };
}
