"""Matches between engines: who plays whom, fair games, records, and what they prove.

The parts, from the lowest to the highest, one file each:

    config schedule            what is played: a configuration, and game number n of it
    players pipes referee      who plays: engines in this process or as programs; one game
    records verify             the file of games, and the proof that it is right
    statistics ratings         block means, the sequential test, Plackett-Luce
    ledger workers runner      what is still to play, who plays it, and the loop
    display report page        what people see, during and after
    tune cluster               many matches in search of options; many machines
"""
