import { useEffect, useRef } from 'react';
import { watchCredentials } from '#web/lib/session/credentials.ts';
import { createSubmissionControl, type SubmissionControl } from './submission-control.ts';

/**
 * Runs one submit at a time. A press while a submit is running, or after a submit has succeeded, does nothing.
 * @param notifyAfterLeave called with the error of a submit whose form is no longer on screen
 */
export function useSubmission(notifyAfterLeave: (error: Error) => void) {
	const controlRef = useRef<SubmissionControl>(undefined);
	const isUnmounted = useRef(false);

	useEffect(() => {
		isUnmounted.current = false;
		return () => {
			isUnmounted.current = true;
		};
	}, []);

	function start(submit: (control: SubmissionControl) => Promise<void>) {
		if (controlRef.current) return;
		const control = createSubmissionControl();
		controlRef.current = control;
		const unwatch = watchCredentials(control.stopForOtherUser);
		// After a success no other submit can start: the page is about to leave the form, which takes a moment on a slow
		// device.
		submit(control)
			.catch((error) => {
				controlRef.current = undefined;
				// While the form is on screen, it shows the error itself.
				if (isUnmounted.current) notifyAfterLeave(error);
			})
			.finally(unwatch);
	}

	return { start, stop: () => controlRef.current?.stop() };
}
