import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { type KeyHint, KeyHints } from './key-hints.tsx';
import { useListKeys } from './use-list-keys.ts';

interface ListHeadingProps {
	children: string;
	/** Shortcuts besides those of every list. */
	keyHints?: readonly KeyHint[];
	/** Actions on the whole list. */
	aside?: ReactNode;
}

/** The title of a list with its shortcuts (it handles them: j and k move, Enter opens) and its actions. */
export function ListHeading({ children, keyHints = [], aside }: ListHeadingProps) {
	useListKeys();

	return (
		<div className="flex min-h-11 flex-wrap items-center justify-end gap-x-5 gap-y-2">
			<PageHeading size="text-2xl" className="mr-auto">
				{children}
			</PageHeading>
			{aside}
			<KeyHints extraHints={keyHints} />
		</div>
	);
}
