import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { type KeyHint, KeyHints } from './key-hints.tsx';
import { useListKeys } from './use-list-keys.ts';

interface ListHeadingProps {
	children: string;
	/** Besides those that every list has. */
	keyHints?: readonly KeyHint[];
	/** What is done with the list as a whole. */
	aside?: ReactNode;
}

/** The title of a list, with its keys (which it hears: j and k move, Enter opens) and what is done with all of it. */
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
