import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the screen something counts as near: about one more screen of a phone. */
const ROOT_MARGIN = '0px 0px 600px 0px';

/** Whether an element has come near the screen; once it has, it stays so. */
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
