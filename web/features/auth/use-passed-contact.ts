import { useLocation } from 'react-router';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { ContactKind } from './contact-form.ts';

/** An email address or phone number passed from one page for signing in to another, in the history state and not in the URL. */
export interface Contact {
	kind: ContactKind;
	value: string;
}

/** The contact typed on the page before; undefined if the user came from elsewhere. */
export function usePassedContact(): Contact | undefined {
	const { state } = useLocation();
	return useIsHydrated() ? (state as { contact?: Contact } | null)?.contact : undefined;
}
