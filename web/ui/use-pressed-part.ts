import { type ComponentType, useState } from 'react';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { toast } from './toast.ts';

/** A component loaded on the first press of its button. If it cannot be loaded, a toast says so. */
export function usePressedPart<P>(load: () => Promise<ComponentType<P>>) {
	const [Part, setPart] = useState<ComponentType<P>>();
	const [isComing, setIsComing] = useState(false);

	/** @returns whether the component is loaded */
	async function fetchPart(): Promise<boolean> {
		setIsComing(true);
		try {
			const part = await load();
			setPart(() => part);
			return true;
		} catch {
			toast(ITEM_MESSAGES.noConnection, { tone: 'bad' });
			return false;
		} finally {
			setIsComing(false);
		}
	}

	return { Part, isComing, fetchPart };
}
