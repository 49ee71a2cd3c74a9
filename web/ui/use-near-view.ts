import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance below the screen that counts as near: about the height of a phone's screen. */
const ROOT_MARGIN = '0px 0px 600px 0px';

/** Whether an element has been near the visible area; once true, it stays true. */
export function useNearView<E extends Element>(): [RefObject<E | null>, boolean] {
	const elementRef = useRef<E>(null);
	const [isNear, setIsNear] = useState(false);

	useEffect(() => {
		if (!elementRef.current || isNear) return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
			},
			{ rootMargin: ROOT_MARGIN },
		);
		observer.observe(elementRef.current);
		return () => observer.disconnect();
	}, [isNear]);

	return [elementRef, isNear];
}
