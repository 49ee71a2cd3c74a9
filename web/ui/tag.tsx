/** A label on a picture, such as 'New' or 'Sold'. */
export function Tag({ children, className = '' }: { children: string; className?: string }) {
	return (
		<span
			className={`rounded-full bg-surface px-2.5 py-0.5 text-xs font-semibold text-ink ${className}`}
		>
			{children}
		</span>
	);
}
