import type { ReactNode } from 'react';

interface ActionBarProps {
	children: ReactNode;
	className?: string;
}

/** The main actions of an item's page. On phones they are a row fixed to the bottom of the screen. */
export function ActionBar({ children, className = 'gap-x-3' }: ActionBarProps) {
	return (
		<div
			className={`fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-y-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.875rem,env(safe-area-inset-bottom))] tablet:static tablet:z-0 tablet:flex-1 tablet:border-0 tablet:bg-transparent tablet:p-0 ${className}`}
		>
			{children}
		</div>
	);
}
