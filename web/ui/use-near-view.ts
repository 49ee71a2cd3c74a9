import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the screen something counts as near: about one more screen of a phone. */
const NEAR = '0px 0px 600px 0px';

/** Whether an element has come near the screen; once it has, it stays so. */
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
