import { useEffect, useState } from 'react';
import { afterNextFrame } from '#web/lib/when-idle.ts';

/**
 * Whether a frame has been painted since the component became visible. The filters start their requests only then.
 * Starting two requests takes a slow phone 15 ms, which would delay the opening of the filters (bench/RESULTS.md, "from
 * a tap to the open filters").
 */
export function useIsDrawn(): boolean {
	const [isDrawn, setIsDrawn] = useState(false);
	useEffect(() => {
		const cancel = afterNextFrame(() => setIsDrawn(true));
		return () => {
			cancel();
			// The closed sheet keeps the filters mounted but hidden (`Activity` in `web/ui/dialog.tsx`), which runs this
			// cleanup: the next opening waits again.
			setIsDrawn(false);
		};
	}, []);
	return isDrawn;
}
