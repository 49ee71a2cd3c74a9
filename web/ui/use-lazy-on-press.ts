import { type ComponentType, useState } from 'react';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { toast } from './toast.ts';

/** A component loaded on the first press of its button. If it cannot be loaded, a toast says so. */
export function useLazyOnPress<P>(load: () => Promise<ComponentType<P>>) {
	const [Part, setPart] = useState<ComponentType<P>>();
	const [isLoading, setIsLoading] = useState(false);

	/** @returns whether the component is loaded */
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

	/** Loads the component before its button is pressed. If that fails, the press loads it. */
	async function preloadPart(): Promise<void> {
		const part = await load().catch(() => undefined);
		if (part) setPart(() => part);
	}

	return { Part, isLoading, loadPart, preloadPart };
}
