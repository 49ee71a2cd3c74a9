import { type ComponentType, useState } from 'react';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { toast } from './toast.ts';

/** A part that comes when it is first pressed for; where it can't come, that is said and the page stays. */
export function useLazyOnPress<P>(load: () => Promise<ComponentType<P>>) {
	const [Part, setPart] = useState<ComponentType<P>>();
	const [isLoading, setIsLoading] = useState(false);

	/** @returns whether it is there */
	async function loadPart(): Promise<boolean> {
		setIsLoading(true);
		try {
			const part = await load();
			setPart(() => part);
			return true;
		} catch {
			toast(ITEM_MESSAGES.noConnection, { tone: 'bad' });
			return false;
		} finally {
			setIsLoading(false);
		}
	}

	return { Part, isLoading, loadPart };
}
