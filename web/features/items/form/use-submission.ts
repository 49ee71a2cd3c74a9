import { useEffect, useRef, useState } from 'react';
import type { Submission } from './queries.ts';

/**
 * One submit at a time: a second press before the first is shown does nothing.
 * @param tellElsewhere told why a submit failed whose form is gone, and with it the place for such words
 */
export function useSubmission(tellElsewhere: (error: Error) => void) {
	const stopper = useRef<AbortController>(undefined);
	const isGone = useRef(false);
	const [isWaiting, setIsWaiting] = useState(false);

	useEffect(() => {
		isGone.current = false;
		return () => {
			isGone.current = true;
		};
	}, []);

	function begin(submit: (follow: Submission['follow']) => Promise<void>) {
		if (stopper.current) return;
		const stopping = new AbortController();
		stopper.current = stopping;
		const done = () => {
			stopper.current = undefined;
			setIsWaiting(false);
		};
		const { signal } = stopping;
		const stop = () => stopping.abort();
		submit({ signal, stop, onWaiting: setIsWaiting }).then(done, (error) => {
			done();
			if (isGone.current) tellElsewhere(error);
		});
	}

	return { begin, stop: () => stopper.current?.abort(), isWaiting };
}
