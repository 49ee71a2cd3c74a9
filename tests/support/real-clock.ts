import { afterEach, vi } from 'vitest';

/** Restores the real clock after each test: test files share a process, so a fake clock would stay for later tests. */
afterEach(() => void vi.useRealTimers());
