import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance below the screen that counts as near: about the height of a phone's screen. */
const NEAR = '0px 0px 600px 0px';

/** Whether an element has been near the visible area; once true, it stays true. */
export function useNearView<E extends Element>(): [RefObject<E | null>, boolean] {
	const place = useRef<E>(null);
	const [isNear, setIsNear] = useState(false);

	useEffect(() => {
		if (!place.current || isNear) return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
			},
			{ rootMargin: NEAR },
		);
		observer.observe(place.current);
		return () => observer.disconnect();
	}, [isNear]);

	return [place, isNear];
}
