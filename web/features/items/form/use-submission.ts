import { useEffect, useRef, useState } from 'react';
import type { Submission } from './queries.ts';

/**
 * Runs one submit at a time, until one succeeds: a second press while one is running does nothing.
 * @param notifyAfterLeave called with the error of a submit whose form is no longer on screen
 */
export function useSubmission(notifyAfterLeave: (error: Error) => void) {
	const controllerRef = useRef<AbortController>(undefined);
	const isUnmounted = useRef(false);
	const [isWaitingForNetwork, setIsWaiting] = useState(false);

	useEffect(() => {
		isUnmounted.current = false;
		return () => {
			isUnmounted.current = true;
		};
	}, []);

	function start(submit: (retryOptions: Submission['retryOptions']) => Promise<void>) {
		if (controllerRef.current) return;
		const controller = new AbortController();
		controllerRef.current = controller;
		const { signal } = controller;
		const stop = () => controller.abort();
		// After a success no other submit can start: the page is about to leave the form, which on a slow device takes a moment.
		submit({ signal, stop, onWaiting: setIsWaiting }).catch((error) => {
			controllerRef.current = undefined;
			setIsWaiting(false);
			// While the form is on screen, it shows the error itself.
			if (isUnmounted.current) notifyAfterLeave(error);
		});
	}

	return { start, stop: () => controllerRef.current?.abort(), isWaitingForNetwork };
}
