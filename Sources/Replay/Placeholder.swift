// Replay
