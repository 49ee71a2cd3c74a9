import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { KeyHints } from './key-hints.tsx';
import { useListKeys } from './use-list-keys.ts';

interface ListHeadingProps {
	title: string;
	/** Shortcuts besides those of every list. */
	keys: Readonly<Record<string, string>> | undefined;
	/** Buttons on the whole list. */
	children: ReactNode;
}

/** The title of a list, the hints about its keyboard shortcuts, and its buttons. Also handles the shortcuts. */
export function ListHeading({ title, keys, children }: ListHeadingProps) {
	useListKeys();

	return (
		<div className="flex min-h-11 flex-wrap items-center justify-end gap-x-5 gap-y-2">
			<PageHeading size="text-2xl" className="mr-auto">
				{title}
			</PageHeading>
			<div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
			<KeyHints keys={keys} />
		</div>
	);
}
