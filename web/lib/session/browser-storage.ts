/** What this tab keeps itself because local storage is forbidden or full. It ends with the page. */
const keptByTab = new Map<string, string>();

/** The stored value; null if there is none. */
export function readStored(key: string): string | null {
	try {
		return localStorage.getItem(key) ?? keptByTab.get(key) ?? null;
	} catch {
		return keptByTab.get(key) ?? null;
	}
}

/** Stores a value in local storage; if the browser refuses, for this tab only. */
export function store(key: string, value: string): void {
	try {
		localStorage.setItem(key, value);
		keptByTab.delete(key);
	} catch {
		removeStored(key);
		keptByTab.set(key, value);
	}
}

export function removeStored(key: string): void {
	keptByTab.delete(key);
	try {
		localStorage.removeItem(key);
	} catch {
		// Nothing can be stored there.
	}
}

/** All keys with a stored value. */
export function storedKeys(): string[] {
	try {
		return [...Object.keys(localStorage), ...keptByTab.keys()];
	} catch {
		return [...keptByTab.keys()];
	}
}
